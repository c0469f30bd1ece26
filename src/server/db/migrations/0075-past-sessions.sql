-- Sessions that are kept no more are known by when they began and ended, so that the time of any period can be told exactly.
create table past_session (
  brand_id text not null,
  past_id bigint generated always as identity,
  account_id bigint not null,
  started_at timestamptz not null,
  ended_at timestamptz not null check (ended_at >= started_at),
  primary key (brand_id, past_id),
  foreign key (brand_id, account_id) references account on delete cascade
);
create index past_session_account on past_session (brand_id, account_id, ended_at);

-- What was known of whole days alone.
insert into past_session (brand_id, account_id, started_at, ended_at)
  select brand_id, account_id, day::timestamp at time zone 'UTC', day::timestamp at time zone 'UTC' + ms * interval '1 millisecond'
  from past_play_time;
drop table past_play_time;

alter table past_session enable row level security;
alter table past_session force row level security;
create policy brand_wall on past_session to livery_tenant
  using (brand_id = current_setting('livery.brand_id', true)) with check (brand_id = current_setting('livery.brand_id', true));
grant select, insert on past_session to livery_tenant;

-- Whether an account is that of somebody who is not the person of its mark, by what was found out after a break had begun. Only a proved
-- address tells: one that was typed does so no longer than until the account is opened, which takes its proof.
create or replace function is_false_match(of_brand text, of_account bigint, of_mark text, break_began timestamptz)
returns boolean language sql stable as $$
  select exists (
    select from false_match known
    join identifier own on own.brand_id = of_brand and own.account_id = of_account
    join account on account.brand_id = own.brand_id and account.account_id = own.account_id
    where known.brand_id = of_brand and known.mark = of_mark and known.at >= break_began
      and (own.verified_at is not null or account.state = 'pending')
      and known.address_mark =
        rtrim(translate(encode(sha256(convert_to(own.kind || ' ' || own.value, 'UTF8')), 'base64'), '+/', '-_'), '=')
  )
$$;

-- Whom a register excludes is looked for by every bet, whichever register it was.
create index register_answer_mark on register_answer (brand_id, mark) where ends_at is not null;
