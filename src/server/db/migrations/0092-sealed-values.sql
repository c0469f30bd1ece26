-- Which brands have values that are sealed by the server's keys is asked across brands, before a key is retired. Nothing else of them is.
do $$
declare
  name text;
begin
  foreach name in array array['two_factor', 'identification', 'push_key']
  loop
    execute format('create policy system_sealed on %I for select to livery_system using (true)', name);
    execute format('grant select (brand_id) on %I to livery_system', name);
  end loop;
end $$;
