-- Where games can be watched: as producers tell it, and as an operator enters it. What an operator says of a channel holds; a row of
-- an operator without an address takes the channel away.
create table feed.broadcast (
  game_id bigint not null references feed.game,
  channel text not null check (channel <> ''),
  source text not null check (source in ('feed', 'operator')),
  -- In which order they are told.
  place smallint not null check (place >= 0),
  -- The page of the channel, and the address of a player that can stand in a frame.
  page_url text,
  frame_url text,
  -- When the broadcast begins; with the game when it is null.
  starts_at timestamptz,
  -- Codes of the languages that are spoken.
  languages jsonb not null,
  check (source = 'operator' or coalesce(page_url, frame_url) is not null),
  primary key (game_id, channel, source)
);

grant select on feed.broadcast to livery_tenant, livery_feed;
grant insert, update, delete on feed.broadcast to livery_feed;
