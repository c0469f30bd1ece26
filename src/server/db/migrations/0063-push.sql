-- Push messages to browsers of players who have agreed to them.

-- By what push services know a brand.
create table push_key (
  brand_id text not null primary key,
  public_key text not null,
  -- Sealed with the server's key.
  private_key text not null,
  created_at timestamptz not null
);

create table push_device (
  brand_id text not null,
  device_id bigint generated always as identity,
  account_id bigint not null,
  -- Nothing is sent once this session has ended.
  session_id text not null,
  -- SHA-256 of the address, base64url.
  endpoint_hash text not null,
  -- Address and keys, sealed: whoever knows them can write to the device.
  sealed text not null,
  language text not null,
  -- Scheme and host of the site in this browser.
  origin text not null,
  created_at timestamptz not null,
  primary key (brand_id, device_id),
  unique (brand_id, endpoint_hash),
  foreign key (brand_id, account_id) references account on delete cascade
);
create index push_device_account on push_device (brand_id, account_id);

-- What a player wants to hear; without a row nothing.
create table push_choice (
  brand_id text not null,
  account_id bigint not null,
  games boolean not null,
  bets boolean not null,
  messages boolean not null,
  is_quiet boolean not null,
  chosen_at timestamptz not null,
  primary key (brand_id, account_id),
  foreign key (brand_id, account_id) references account on delete cascade
);

create table push_message (
  brand_id text not null,
  push_id bigint generated always as identity,
  account_id bigint not null,
  topic text not null check (topic in ('games', 'bets', 'messages')),
  -- What it is about: each thing is told once.
  subject text not null,
  template text not null,
  params jsonb not null,
  state text not null check (state in ('due', 'sent', 'dropped')),
  attempts integer not null default 0,
  due_at timestamptz not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  primary key (brand_id, push_id),
  unique (brand_id, account_id, subject),
  foreign key (brand_id, account_id) references account on delete cascade
);
create index push_message_due on push_message (due_at) where state = 'due';

-- How games stood when players were last told of them.
create table push_game (
  brand_id text not null,
  game_id bigint not null,
  standing jsonb not null,
  seen_at timestamptz not null,
  primary key (brand_id, game_id)
);

do $$
declare
  name text;
begin
  foreach name in array array['push_key', 'push_device', 'push_choice', 'push_message', 'push_game']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy brand_wall on %I to livery_tenant using (brand_id = current_setting(''livery.brand_id'', true)) with check (brand_id = current_setting(''livery.brand_id'', true))', name);
    execute format('grant select, insert, update, delete on %I to livery_tenant', name);
  end loop;
end $$;
create policy system_devices on push_device for select to livery_system using (true);
grant select (brand_id) on push_device to livery_system;
