-- Browsers in which a player has signed in: a stranger's wrong passwords do not keep the player out there.
create table known_browser (
  brand_id text not null,
  account_id bigint not null,
  -- SHA-256 of the token in the browser's cookie, base64url.
  browser_hash text not null,
  -- The latest session of the player in this browser; it may be long gone.
  session_id text not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  primary key (brand_id, account_id, browser_hash),
  foreign key (brand_id, account_id) references account on delete cascade
);
create index known_browser_age on known_browser (brand_id, last_used_at);

alter table known_browser enable row level security;
alter table known_browser force row level security;
create policy brand_wall on known_browser to livery_tenant using (brand_id = current_setting('livery.brand_id', true)) with check (brand_id = current_setting('livery.brand_id', true));
grant select, insert, update, delete on known_browser to livery_tenant;
create policy system_over on known_browser for select to livery_system using (true);
grant select (brand_id, last_used_at) on known_browser to livery_system;
