-- That a player has read how their funds are protected, has asked for a limit that the operator speaks with them about, and was spoken with.
alter table protection_act drop constraint protection_act_kind_check;
alter table protection_act add constraint protection_act_kind_check
  check (kind in ('limit_set', 'raise_asked', 'raise_confirmed', 'raise_withdrawn', 'break_taken', 'limits_reviewed', 'return_asked', 'vulnerability_checked',
    'funds_acknowledged', 'contact_asked', 'contacted'));

-- What operators have to speak with players about is looked for by kind.
create index protection_act_talk on protection_act (brand_id, kind, act_id) where kind in ('contact_asked', 'contacted', 'vulnerability_checked');
alter table studio.desk_claim drop constraint desk_claim_kind_check;
alter table studio.desk_claim add constraint desk_claim_kind_check
  check (kind in ('support', 'identification', 'appeal', 'payment', 'doubt', 'result', 'protection'));

-- The breaks of a person, whichever brand of a group they were taken at.
create function breaks_of_mark(of_brand text, of_mark text) returns table (break_id bigint)
language sql stable as $$
  select break_id from shared_break where mark = of_mark
$$;
