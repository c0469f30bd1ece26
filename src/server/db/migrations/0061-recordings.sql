-- Recordings of visits whose visitors have agreed to it. What they hold is masked before it leaves the page.

create table recording (
  brand_id text not null,
  recording_id uuid not null default gen_random_uuid(),
  session_id uuid not null,
  -- The part of a visit before the player signed in is a recording of its own, of nobody.
  account_id bigint,
  device text not null,
  language text not null,
  started_at timestamptz not null,
  ended_at timestamptz not null,
  events integer not null check (events >= 0),
  bytes bigint not null check (bytes >= 0),
  -- Routes of the pages that were shown, in their order.
  pages jsonb not null,
  primary key (brand_id, recording_id)
);
create unique index recording_session on recording (brand_id, session_id, coalesce(account_id, 0));
create index recording_started on recording (brand_id, started_at);
create index recording_account on recording (brand_id, account_id) where account_id is not null;

-- Parts of a chain follow each other without a gap; the first begins with a whole picture.
create table recording_segment (
  brand_id text not null,
  recording_id uuid not null,
  chain_id uuid not null,
  part integer not null check (part >= 0),
  first_at timestamptz not null,
  -- The events as JSON, gzipped.
  body bytea not null,
  primary key (brand_id, recording_id, chain_id, part),
  foreign key (brand_id, recording_id) references recording (brand_id, recording_id) on delete cascade
);

-- How many segments were not kept, by day and reason.
create table recording_refusal (
  brand_id text not null,
  day date not null,
  reason text not null,
  segments bigint not null check (segments > 0),
  primary key (brand_id, day, reason)
);

do $$
declare
  name text;
begin
  foreach name in array array['recording', 'recording_segment', 'recording_refusal']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy brand_wall on %I to livery_tenant using (brand_id = current_setting(''livery.brand_id'', true)) with check (brand_id = current_setting(''livery.brand_id'', true))', name);
  end loop;
end $$;
grant select, insert, update, delete on recording to livery_tenant;
grant select, insert, delete on recording_segment to livery_tenant;
grant select, insert, update on recording_refusal to livery_tenant;
