-- Settling reads what has changed: the versions of results that came after those that were applied to all bets of a brand.

-- Grows with every version of any result. It is given under a lock that is held until the version is committed, so that versions
-- come to be seen in the order of their revisions, whoever writes them: who has read up to one has missed none below it.
create sequence feed.result_order;
alter table feed.result add column revision bigint;
update feed.result set revision = told.revision
from (select game_id, version, row_number() over (order by at, game_id, version) as revision from feed.result) told
where result.game_id = told.game_id and result.version = told.version;
select setval('feed.result_order', (select count(*) + 1 from feed.result), false);
alter table feed.result alter column revision set not null;
create unique index result_revision on feed.result (revision);

create function feed.count_result() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7541210237);
  new.revision := nextval('feed.result_order');
  return new;
end $$;
create trigger result_revision before insert on feed.result for each row execute function feed.count_result();
grant usage on sequence feed.result_order to livery_feed;

-- How far the results are applied to the bets of a brand.
create table bet_settling (
  brand_id text not null primary key,
  -- Of the last version of a result that was applied.
  revision bigint not null check (revision >= 0),
  -- When all bets were last held against all results.
  swept_at timestamptz not null
);
alter table bet_settling enable row level security;
alter table bet_settling force row level security;
create policy brand_wall on bet_settling to livery_tenant
  using (brand_id = current_setting('livery.brand_id', true))
  with check (brand_id = current_setting('livery.brand_id', true));
grant select, insert, update on bet_settling to livery_tenant;

-- Bets that may still be settled: those that are open, and those whose result may be corrected.
create index bet_open on bet (brand_id, bet_id) where state = 'open';
create index bet_settled on bet (brand_id, settled_at) where settled_at is not null;
