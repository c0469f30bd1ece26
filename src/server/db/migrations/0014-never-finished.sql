-- The clean-up of what players began and never finished: addresses that were not proved, and documents that were not sent.

create policy system_over on contact_change for select to livery_system using (true);
grant select (brand_id, expires_at) on contact_change to livery_system;

create index identification_uploaded on identification (brand_id, changed_at) where state = 'uploaded';
create policy system_over on identification for select to livery_system using (state = 'uploaded');
grant select (brand_id, state, changed_at) on identification to livery_system;

-- The site itself takes an upload back that was left lying.
alter table identification_step drop constraint identification_step_taken_by_check;
alter table identification_step add constraint identification_step_taken_by_check
  check (taken_by in ('player', 'operator', 'site'));
