-- Phone and e-mail of a player: bound, changed and proved.

-- An address that a player wants instead of the one he has, or as his first one. It takes effect when it is proved; until then
-- nobody else is told of it. It belongs to the session that began it.
create table contact_change (
  brand_id text not null,
  account_id bigint not null,
  kind text not null check (kind in ('email', 'phone')),
  session_id text not null,
  value text not null,
  created_at timestamptz not null,
  -- When the player has shown that the account is his; at once where nothing has to be shown.
  allowed_at timestamptz,
  expires_at timestamptz not null,
  primary key (brand_id, account_id, kind),
  foreign key (brand_id, account_id) references account on delete cascade
);
create index contact_change_expiry on contact_change (brand_id, expires_at);

-- Whether codes for a phone may come by the player's messenger instead of an SMS.
alter table identifier add column takes_app_messages boolean not null default false;

alter table one_time_code drop constraint one_time_code_purpose_check;
alter table one_time_code add constraint one_time_code_purpose_check
  check (purpose in ('activation', 'password_reset', 'phone', 'contact', 'contact_undo', 'sign_in'));

do $$
begin
  alter table contact_change enable row level security;
  alter table contact_change force row level security;
  create policy brand_wall on contact_change to livery_tenant
    using (brand_id = current_setting('livery.brand_id', true))
    with check (brand_id = current_setting('livery.brand_id', true));
  grant select, insert, update, delete on contact_change to livery_tenant;
end $$;
