-- A withdrawal that goes back by several methods is a payment for each; all name the first of them.
alter table payment add column part_of bigint;
alter table payment add foreign key (brand_id, part_of) references payment;
create index payment_parts on payment (brand_id, part_of) where part_of is not null;
