-- Draws and rounds at the desk, and players who are found by what their address or name begins with.

-- Why a round was cancelled.
alter table lottery_bingo_round add column reason text;
create index lottery_draw_desk on lottery_draw (brand_id, draw_id desc);

-- Addresses that begin with what is typed.
create index identifier_prefix on identifier (brand_id, kind, value collate "C");

-- A name as it is sought: small letters, given name and surname in either order. Written down, so that it can be indexed.
create table player_name (
  brand_id text not null,
  account_id bigint not null,
  name text not null,
  primary key (brand_id, account_id, name),
  foreign key (brand_id, account_id) references account on delete cascade
);
create index player_name_prefix on player_name (brand_id, name collate "C");
insert into player_name (brand_id, account_id, name)
select distinct brand_id, account_id, lower(trim(named)) from profile,
  unnest(array[concat_ws(' ', fields ->> 'name', fields ->> 'surname'), concat_ws(' ', fields ->> 'surname', fields ->> 'name')]) named
where trim(named) <> '';
alter table player_name enable row level security;
alter table player_name force row level security;
create policy brand_wall on player_name to livery_tenant using (brand_id = current_setting('livery.brand_id', true)) with check (brand_id = current_setting('livery.brand_id', true));
grant select, insert, update, delete on player_name to livery_tenant;

create function player_name_kept() returns trigger language plpgsql as $$
begin
  delete from player_name where brand_id = new.brand_id and account_id = new.account_id;
  insert into player_name (brand_id, account_id, name)
  select distinct new.brand_id, new.account_id, lower(trim(named)) from unnest(array[
    concat_ws(' ', new.fields ->> 'name', new.fields ->> 'surname'), concat_ws(' ', new.fields ->> 'surname', new.fields ->> 'name')]) named
  where trim(named) <> '';
  return new;
end $$;
create trigger player_name_kept after insert or update of fields on profile for each row execute function player_name_kept();
