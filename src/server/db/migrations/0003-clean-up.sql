-- What is over is deleted after a while. The clean-up may learn which brands have something to delete, and nothing else.

create index session_over on session (brand_id, least(expires_at, ended_at));
create index one_time_code_over on one_time_code (brand_id, least(expires_at, used_at));
create index account_pending on account (brand_id, created_at) where state = 'pending';
create index outbox_done on outbox (brand_id, created_at) where state <> 'queued';

create policy system_over on session for select to livery_system using (true);
grant select (brand_id, expires_at, ended_at) on session to livery_system;

create policy system_over on one_time_code for select to livery_system using (true);
grant select (brand_id, expires_at, used_at) on one_time_code to livery_system;

create policy system_over on account for select to livery_system using (state = 'pending');
grant select (brand_id, state, created_at) on account to livery_system;

create policy system_over on outbox for select to livery_system using (state <> 'queued');
grant select (created_at) on outbox to livery_system;
