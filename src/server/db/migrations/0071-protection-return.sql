-- Players return after an exclusion only once they have asked to; people of one name are told apart; time signed in outlives its sessions.

-- That a player whose exclusion has ended wants to play again.
create table player_return (
  brand_id text not null,
  return_id bigint generated always as identity,
  account_id bigint not null,
  asked_at timestamptz not null,
  -- From when they can play.
  opens_at timestamptz not null check (opens_at >= asked_at),
  primary key (brand_id, return_id),
  foreign key (brand_id, account_id) references account
);
create index player_return_account on player_return (brand_id, account_id, asked_at desc);
create trigger append_only before update or delete or truncate on player_return for each statement execute function protection_refuse_change();

-- That somebody with an address is not the person of a mark: who shares name, birthday and country with an excluded player.
create table false_match (
  brand_id text not null,
  -- Of name, birthday and country.
  mark text not null,
  -- Digest of an e-mail address or telephone, as those of person_mark.
  address_mark text not null,
  operator text not null,
  reason text not null,
  at timestamptz not null,
  primary key (brand_id, mark, address_mark, at)
);
create trigger append_only before update or delete or truncate on false_match for each statement execute function protection_refuse_change();

-- How long a player was signed in, by sessions that are kept no more.
create table past_play_time (
  brand_id text not null,
  account_id bigint not null,
  -- Of UTC, on which the sessions began.
  day date not null,
  ms bigint not null check (ms >= 0),
  primary key (brand_id, account_id, day),
  foreign key (brand_id, account_id) references account on delete cascade
);

alter table protection_act drop constraint protection_act_kind_check;
alter table protection_act add constraint protection_act_kind_check
  check (kind in ('limit_set', 'raise_asked', 'raise_confirmed', 'raise_withdrawn', 'break_taken', 'limits_reviewed', 'return_asked'));

-- Whether an account is that of somebody who is not the person of its mark, by what was found out after a break had begun.
create function is_false_match(of_brand text, of_account bigint, of_mark text, break_began timestamptz)
returns boolean language sql stable as $$
  select exists (
    select from false_match known
    join identifier own on own.brand_id = of_brand and own.account_id = of_account
    where known.brand_id = of_brand and known.mark = of_mark and known.at >= break_began
      and known.address_mark =
        rtrim(translate(encode(sha256(convert_to(own.kind || ' ' || own.value, 'UTF8')), 'base64'), '+/', '-_'), '=')
  )
$$;

-- Every break of a player that counts: of the account, of other brands of the group and of registers.
create function breaks_of(of_brand text, of_account bigint, of_group text)
returns table (kind text, starts_at timestamptz, ends_at timestamptz) language sql stable as $$
  select kind, starts_at, ends_at from player_break
  where brand_id = of_brand and account_id = of_account
  union all
  select shared.kind, shared.starts_at, shared.ends_at
  from person_mark own join shared_break shared on shared.exclusion_group = of_group and shared.mark = own.mark
  where own.brand_id = of_brand and own.account_id = of_account
    and (own.kind <> 'person' or not is_false_match(of_brand, of_account, own.mark, shared.starts_at))
  union all
  select 'exclusion', answer.asked_at, answer.ends_at
  from person_mark own join register_answer answer on answer.brand_id = own.brand_id and answer.mark = own.mark
  where own.brand_id = of_brand and own.account_id = of_account and own.kind = 'person' and answer.ends_at is not null
$$;

create or replace function standing_break(of_brand text, of_account bigint, of_group text, at timestamptz)
returns table (kind text, starts_at timestamptz, ends_at timestamptz) language sql stable as $$
  select kind, starts_at, ends_at from breaks_of(of_brand, of_account, of_group)
  where ends_at > at order by ends_at desc limit 1
$$;

-- How far a player has come back whose last exclusion has ended: no row where there was none, or they may play again.
create function unfinished_return(of_brand text, of_account bigint, of_group text, at timestamptz)
returns table (opens_at timestamptz) language sql stable as $$
  select asked.opens_at
  from (
    select max(ends_at) as ended_at from breaks_of(of_brand, of_account, of_group) where kind = 'exclusion' and ends_at <= at
  ) as last
  left join lateral (
    select own.opens_at from player_return own
    where own.brand_id = of_brand and own.account_id = of_account and own.asked_at >= last.ended_at
    order by own.asked_at limit 1
  ) as asked on true
  where last.ended_at is not null and (asked.opens_at is null or asked.opens_at > at)
$$;

do $$
declare
  name text;
begin
  foreach name in array array['player_return', 'false_match', 'past_play_time']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy brand_wall on %I to livery_tenant using (brand_id = current_setting(''livery.brand_id'', true)) with check (brand_id = current_setting(''livery.brand_id'', true))', name);
  end loop;
end $$;
grant select, insert on player_return to livery_tenant;
grant select, insert on false_match to livery_tenant;
grant select, insert, update on past_play_time to livery_tenant;
