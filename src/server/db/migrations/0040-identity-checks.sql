-- Checks of identity by providers, and the steps that they take.

create table identity_check (
  brand_id text not null,
  check_id text not null,
  account_id bigint not null,
  provider text not null check (provider in ('sumsub', 'smart_id', 'mobile_id', 'verigram')),
  -- The provider's name for it: a session, or the applicant.
  reference text not null,
  -- Random bytes whose hash the player's device signs, base64; null where nothing is signed.
  challenge text,
  state text not null check (state in ('running', 'verified', 'rejected', 'failed')),
  -- Why it was not verified, as a code of ours or a message that the provider lets players read.
  reason text,
  started_at timestamptz not null,
  -- When the provider decided, by its own clock: an older verdict changes nothing.
  decided_at timestamptz,
  primary key (brand_id, check_id),
  unique (brand_id, provider, reference),
  foreign key (brand_id, account_id) references account on delete cascade
);
create index identity_check_account on identity_check (brand_id, account_id, started_at desc);

alter table identification_step drop constraint identification_step_taken_by_check;
alter table identification_step add constraint identification_step_taken_by_check
  check (taken_by in ('player', 'operator', 'site', 'provider'));

alter table identity_check enable row level security;
alter table identity_check force row level security;
create policy brand_wall on identity_check to livery_tenant using (brand_id = current_setting('livery.brand_id', true)) with check (brand_id = current_setting('livery.brand_id', true));
grant select, insert, update on identity_check to livery_tenant;
