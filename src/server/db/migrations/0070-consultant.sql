-- The talk with the support: the queue of a line, files of players, and who is typing.

-- Consultant id of the language that the player wrote in; null for answers and for lines of before.
alter table support_message add column queue text;

-- A file lies sealed in the store of documents; its line holds its name.
create table support_file (
  brand_id text not null,
  file_id text not null,
  account_id bigint not null,
  support_message_id bigint not null,
  name text not null,
  media_type text not null,
  size_bytes integer not null check (size_bytes > 0),
  -- Of the content, base64url.
  sha256 text not null,
  storage_name text not null,
  sent_at timestamptz not null,
  primary key (brand_id, file_id),
  unique (brand_id, support_message_id),
  foreign key (brand_id, account_id) references account on delete cascade,
  foreign key (brand_id, support_message_id) references support_message on delete cascade
);
create index support_file_account on support_file (brand_id, account_id, sent_at desc);
create index support_file_storage on support_file (brand_id, storage_name);

-- When either side of a talk typed last; what is typed is stored nowhere.
create table support_typing (
  brand_id text not null,
  account_id bigint not null,
  side text not null check (side in ('player', 'consultant')),
  -- Name of the consultant; null for the player.
  consultant text,
  typed_at timestamptz not null,
  primary key (brand_id, account_id, side),
  foreign key (brand_id, account_id) references account on delete cascade
);

do $$
declare
  name text;
begin
  foreach name in array array['support_file', 'support_typing']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy brand_wall on %I to livery_tenant using (brand_id = current_setting(''livery.brand_id'', true)) with check (brand_id = current_setting(''livery.brand_id'', true))', name);
    execute format('grant select, insert, update, delete on %I to livery_tenant', name);
  end loop;
end $$;
