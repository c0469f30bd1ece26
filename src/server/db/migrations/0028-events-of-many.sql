-- Events of many: races and elections, whose home side is the event itself and which have no other. Who takes part stands on the
-- sheet of the game; results of them, and of fights, say how they ended where no score does.

alter table feed.game alter column away_id drop not null;

-- Entrants by number, with what is told of a race.
alter table feed.match_sheet add column field jsonb;

alter table feed.result add column ending jsonb;
do $$
declare
  known text;
begin
  select conname into strict known from pg_constraint
  where conrelid = 'feed.result'::regclass and contype = 'c'
    and pg_get_constraintdef(oid) like '%score IS NOT NULL%kind%';
  execute format('alter table feed.result drop constraint %I', known);
end $$;
alter table feed.result
  add constraint result_tells_end check ((score is not null or ending is not null) = (kind = 'played'));
