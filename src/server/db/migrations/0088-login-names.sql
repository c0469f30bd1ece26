-- Names that players have chosen to sign in by, beside their addresses and account numbers.
create table login_name (
  brand_id text not null,
  account_id bigint not null,
  -- In lower case.
  name text not null check (name ~ '^[a-z][a-z0-9._-]{3,19}$'),
  changed_at timestamptz not null,
  primary key (brand_id, account_id),
  unique (brand_id, name),
  foreign key (brand_id, account_id) references account on delete cascade
);
alter table login_name enable row level security;
alter table login_name force row level security;
create policy brand_wall on login_name to livery_tenant
  using (brand_id = current_setting('livery.brand_id', true)) with check (brand_id = current_setting('livery.brand_id', true));
grant select, insert, update, delete on login_name to livery_tenant;
