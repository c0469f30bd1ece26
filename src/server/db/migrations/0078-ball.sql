-- Which side of a live game serves, bats or has the ball.
alter table feed.game add column ball jsonb;
