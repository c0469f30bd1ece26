-- What players choose of the feed: games that they mark, and games of which they want to be told. The games themselves belong to no
-- brand; they are never removed from the book.

create table favorite_game (
  brand_id text not null,
  account_id bigint not null,
  game_id bigint not null,
  -- The feed in which it was marked.
  kind smallint not null check (kind in (1, 3)),
  sport_id integer not null check (sport_id > 0),
  marked_at timestamptz not null,
  primary key (brand_id, account_id, game_id),
  foreign key (brand_id, account_id) references account on delete cascade
);

create table game_subscription (
  brand_id text not null,
  account_id bigint not null,
  game_id bigint not null,
  event_type smallint not null check (event_type between 1 and 3),
  primary key (brand_id, account_id, game_id, event_type),
  foreign key (brand_id, account_id) references account on delete cascade
);

do $$
declare name text;
begin
  foreach name in array array['favorite_game', 'game_subscription']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy brand_wall on %I to livery_tenant using (brand_id = current_setting(''livery.brand_id'', true)) with check (brand_id = current_setting(''livery.brand_id'', true))', name);
    execute format('grant select, insert, update, delete on %I to livery_tenant', name);
  end loop;
end $$;

-- Sub-games are looked for with every board.
create index game_main on feed.game (main_game_id) where main_game_id is not null;
