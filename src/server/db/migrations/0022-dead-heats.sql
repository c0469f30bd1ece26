-- Results may say that outcomes of a market tie for places: they pay their share, whatever the score says.
alter table feed.result
  add column dead_heats jsonb,
  add constraint result_dead_heats_of_played check (dead_heats is null or kind = 'played');
