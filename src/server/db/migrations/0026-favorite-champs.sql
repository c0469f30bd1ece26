-- Championships that players mark, in the line and live apart.

create table favorite_champ (
  brand_id text not null,
  account_id bigint not null,
  champ_id bigint not null,
  kind smallint not null check (kind in (1, 3)),
  sport_id integer not null check (sport_id > 0),
  marked_at timestamptz not null,
  primary key (brand_id, account_id, champ_id, kind),
  foreign key (brand_id, account_id) references account on delete cascade
);

alter table favorite_champ enable row level security;
alter table favorite_champ force row level security;
create policy brand_wall on favorite_champ to livery_tenant
  using (brand_id = current_setting('livery.brand_id', true))
  with check (brand_id = current_setting('livery.brand_id', true));
grant select, insert, update, delete on favorite_champ to livery_tenant;
