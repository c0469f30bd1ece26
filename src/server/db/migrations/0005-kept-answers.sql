-- Answers to registrations that carry a key of their sender, shared by all processes: the same form sent again gets the same
-- answer. Name, mark and answer are made with that key, which is not stored: nothing here can be read without it.
create table kept_answer (
  brand_id text not null,
  name text not null,
  request_mark text not null,
  answer text not null,
  expires_at timestamptz not null,
  primary key (brand_id, name)
);
create index kept_answer_over on kept_answer (brand_id, expires_at);

alter table kept_answer enable row level security;
alter table kept_answer force row level security;
create policy brand_wall on kept_answer to livery_tenant
  using (brand_id = current_setting('livery.brand_id', true))
  with check (brand_id = current_setting('livery.brand_id', true));
grant select, insert, update, delete on kept_answer to livery_tenant;

-- The clean-up may learn which brands have answers that are over, and nothing else.
create policy system_over on kept_answer for select to livery_system using (true);
grant select (brand_id, expires_at) on kept_answer to livery_system;
