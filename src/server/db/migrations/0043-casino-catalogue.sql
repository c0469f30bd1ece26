-- The catalogue of providers' games, as the last import left it.

create table casino_catalogue (
  brand_id text not null,
  -- Grows with each import that changes something, by which a server sees that what it remembers is old.
  revision bigint not null,
  changed_at timestamptz not null,
  primary key (brand_id)
);

create table casino_catalogue_game (
  brand_id text not null,
  game_id text not null,
  provider_id text not null,
  -- The provider's own code of the game.
  code text not null,
  -- The game as the file describes it, and the hash of that.
  entry jsonb not null,
  fingerprint text not null,
  added_at timestamptz not null,
  changed_at timestamptz not null,
  -- When a catalogue no longer had it: its rounds and sessions keep their name.
  withdrawn_at timestamptz,
  primary key (brand_id, game_id),
  unique (brand_id, provider_id, code)
);

do $$
declare
  name text;
begin
  foreach name in array array['casino_catalogue', 'casino_catalogue_game']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy brand_wall on %I to livery_tenant using (brand_id = current_setting(''livery.brand_id'', true)) with check (brand_id = current_setting(''livery.brand_id'', true))', name);
    execute format('grant select, insert, update on %I to livery_tenant', name);
  end loop;
end $$;
