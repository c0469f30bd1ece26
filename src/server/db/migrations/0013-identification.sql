-- Identification: how far it has come, the steps that led there, and the documents that were given.

-- What the player answered in the form is sealed by the key of the environment.
create table identification (
  brand_id text not null,
  account_id bigint not null,
  state text not null
    check (state in ('none', 'requested', 'uploaded', 'checking', 'verified', 'rejected', 'appeal')),
  changed_at timestamptz not null,
  document_type text,
  fields text,
  primary key (brand_id, account_id),
  foreign key (brand_id, account_id) references account on delete cascade
);
create index identification_state on identification (brand_id, state, changed_at);

-- Steps are added and never changed; they go with their account alone.
create table identification_step (
  brand_id text not null,
  step_id bigint generated always as identity,
  account_id bigint not null,
  state text not null,
  at timestamptz not null,
  taken_by text not null check (taken_by in ('player', 'operator')),
  reason text,
  primary key (brand_id, step_id),
  foreign key (brand_id, account_id) references account on delete cascade
);
create index identification_step_account on identification_step (brand_id, account_id, step_id);

-- The content lies sealed in the store of documents under a random name.
create table identity_document (
  brand_id text not null,
  document_id text not null,
  account_id bigint not null,
  document_type text not null,
  media_type text not null,
  size_bytes bigint not null check (size_bytes > 0),
  sha256 text not null,
  storage_name text not null,
  uploaded_at timestamptz not null,
  sent_at timestamptz,
  primary key (brand_id, document_id),
  unique (brand_id, storage_name),
  foreign key (brand_id, account_id) references account on delete cascade
);
create index identity_document_account on identity_document (brand_id, account_id, uploaded_at);

do $$
declare
  name text;
begin
  foreach name in array array['identification', 'identification_step', 'identity_document']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy brand_wall on %I to livery_tenant using (brand_id = current_setting(''livery.brand_id'', true)) with check (brand_id = current_setting(''livery.brand_id'', true))', name);
  end loop;
end $$;
grant select, insert, update, delete on identification, identity_document to livery_tenant;
grant select, insert on identification_step to livery_tenant;
