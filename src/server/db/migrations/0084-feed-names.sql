-- Names of championships and sides as they are written in other languages, told by the feed.

create table feed.name (
  language text not null,
  -- As the source writes it.
  name text not null,
  written text not null,
  changed_at timestamptz not null,
  primary key (language, name)
);
-- Each process reads what has changed since it last looked.
create index name_changed on feed.name (language, changed_at);
grant select on feed.name to livery_tenant, livery_feed;
grant insert, update on feed.name to livery_feed;
