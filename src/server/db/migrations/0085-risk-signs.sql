-- That a player has shown signs of risk, and was spoken with about them.
alter table protection_act drop constraint protection_act_kind_check;
alter table protection_act add constraint protection_act_kind_check
  check (kind in ('limit_set', 'raise_asked', 'raise_confirmed', 'raise_withdrawn', 'break_taken', 'limits_reviewed', 'return_asked', 'vulnerability_checked',
    'funds_acknowledged', 'contact_asked', 'contacted', 'risk_noticed', 'risk_reviewed'));

drop index protection_act_talk;
create index protection_act_talk on protection_act (brand_id, kind, act_id)
  where kind in ('contact_asked', 'contacted', 'vulnerability_checked', 'risk_noticed', 'risk_reviewed');

-- Brands are asked which of them had players lately.
grant select (last_seen_at) on session to livery_system;
