-- Free rounds of games of providers: who plays them out, and what the provider has still to hear or has said.
alter table casino_free_award
  add column provider_id text,
  add column provider_state text check (provider_state in ('due', 'given', 'refused', 'ending', 'ended')),
  -- When the provider is asked next; null when there is nothing to ask.
  add column look_at timestamptz,
  add column tries integer not null default 0 check (tries >= 0),
  add check ((provider_id is null) = (provider_state is null));
create index casino_free_award_look on casino_free_award (look_at) where look_at is not null;

-- Which brands have awards to ask about is looked for across brands.
create policy system_free_award on casino_free_award for select to livery_system using (look_at is not null);
grant select (brand_id, look_at) on casino_free_award to livery_system;
