-- Breaks reach every brand that names the same group, and registers of excluded persons are asked.

-- By what a person is known again under another account: digests of a proved address, or of name, birthday and country.
create table person_mark (
  brand_id text not null,
  account_id bigint not null,
  kind text not null check (kind in ('email', 'phone', 'person')),
  -- SHA-256, base64url.
  mark text not null,
  primary key (brand_id, account_id, kind),
  foreign key (brand_id, account_id) references account on delete cascade
);

-- A break by the marks of who took it. Every brand reads these rows, and knows no more by them than that a person takes a break.
create table shared_break (
  brand_id text not null,
  break_id bigint not null,
  mark text not null,
  exclusion_group text not null,
  kind text not null check (kind in ('time_out', 'exclusion')),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  primary key (brand_id, break_id, mark),
  foreign key (brand_id, break_id) references player_break
);
create index shared_break_mark on shared_break (exclusion_group, mark, ends_at desc);
create trigger append_only before update or delete or truncate on shared_break for each statement execute function protection_refuse_change();

-- What a register of excluded persons last answered of a person.
create table register_answer (
  brand_id text not null,
  register text not null,
  mark text not null,
  outcome text not null check (outcome in ('clear', 'excluded', 'silent')),
  asked_at timestamptz not null,
  -- Until when a person is excluded; null of other outcomes.
  ends_at timestamptz check ((ends_at is not null) = (outcome = 'excluded')),
  primary key (brand_id, register, mark)
);

-- The break that holds for a player: of those of the account, of other brands of the group and of the registers the one that ends last.
create function standing_break(of_brand text, of_account bigint, of_group text, at timestamptz)
returns table (kind text, starts_at timestamptz, ends_at timestamptz) language sql stable as $$
  select kind, starts_at, ends_at from (
    select kind, starts_at, ends_at from player_break
    where brand_id = of_brand and account_id = of_account and ends_at > at
    union all
    select shared.kind, shared.starts_at, shared.ends_at
    from person_mark own join shared_break shared on shared.exclusion_group = of_group and shared.mark = own.mark
    where own.brand_id = of_brand and own.account_id = of_account and shared.ends_at > at
    union all
    select 'exclusion', answer.asked_at, answer.ends_at
    from person_mark own join register_answer answer on answer.brand_id = own.brand_id and answer.mark = own.mark
    where own.brand_id = of_brand and own.account_id = of_account and own.kind = 'person' and answer.ends_at > at
  ) as standing order by ends_at desc limit 1
$$;

do $$
declare
  name text;
begin
  foreach name in array array['person_mark', 'shared_break', 'register_answer']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy brand_wall on %I to livery_tenant using (brand_id = current_setting(''livery.brand_id'', true)) with check (brand_id = current_setting(''livery.brand_id'', true))', name);
  end loop;
end $$;
create policy every_brand_reads on shared_break for select to livery_tenant using (true);
grant select, insert, update, delete on person_mark to livery_tenant;
grant select, insert on shared_break to livery_tenant;
grant select, insert, update on register_answer to livery_tenant;
