-- What moves players' money, kept for an authority: a record for each entry of the ledger on an account of a player, sealed for the
-- authority's key and chained by hashes. An entry is known by its place on its account, so that none is kept twice and a hole is seen.
create table safe_record (
  brand_id text not null,
  -- From 1, without a hole.
  number bigint not null check (number > 0),
  currency_account_id bigint not null,
  sequence bigint not null,
  -- When it was recorded.
  at timestamptz not null,
  -- SHA-256 over the hash before it, the number, the time and what is sealed.
  hash bytea not null check (octet_length(hash) = 32),
  sealed bytea not null,
  primary key (brand_id, number),
  unique (brand_id, currency_account_id, sequence)
);

-- Where the records of a brand end.
create table safe_head (
  brand_id text primary key,
  number bigint not null check (number >= 0),
  hash bytea not null check (octet_length(hash) = 32),
  -- Up to which transfer every entry has its record.
  scanned_id bigint not null default 0,
  -- By it accounts have names of their own in the records.
  salt bytea not null check (octet_length(salt) = 32)
);

create function safe_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'safe records are append-only' using errcode = 'restrict_violation';
end $$;
create trigger append_only before update or delete or truncate on safe_record for each statement execute function safe_refuse_change();

do $$
declare
  name text;
begin
  foreach name in array array['safe_record', 'safe_head']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy brand_wall on %I to livery_tenant using (brand_id = current_setting(''livery.brand_id'', true)) with check (brand_id = current_setting(''livery.brand_id'', true))', name);
  end loop;
end $$;
grant select, insert on safe_record to livery_tenant;
grant select, insert, update on safe_head to livery_tenant;
