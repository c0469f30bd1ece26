-- What protects an account beside its password.

-- A player's secret question: one of the brand's list by its id, or one in his own words. The answer is stored like a password.
create table secret_question (
  brand_id text not null,
  account_id bigint not null,
  question_id integer,
  question text,
  answer_hash text not null,
  changed_at timestamptz not null,
  primary key (brand_id, account_id),
  foreign key (brand_id, account_id) references account on delete cascade,
  check ((question_id is null) <> (question is null))
);

-- Players whose signing in asks for a code by mail.
create table email_factor (
  brand_id text not null,
  account_id bigint not null,
  enabled_at timestamptz not null,
  primary key (brand_id, account_id),
  foreign key (brand_id, account_id) references account on delete cascade
);

do $$
declare
  name text;
begin
  foreach name in array array['secret_question', 'email_factor']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy brand_wall on %I to livery_tenant using (brand_id = current_setting(''livery.brand_id'', true)) with check (brand_id = current_setting(''livery.brand_id'', true))', name);
    execute format('grant select, insert, update, delete on %I to livery_tenant', name);
  end loop;
end $$;

-- A player closes his account: the law wants some of it kept for a time, which begins here.
alter table account add column closed_at timestamptz;
alter table account add constraint account_closed check (closed_at is null or state = 'closed');
