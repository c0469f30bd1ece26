-- How large the window was in which an event happened, in px; null of events from before.
alter table analytics_event
  add column screen_width integer check (screen_width >= 0),
  add column screen_height integer check (screen_height >= 0);
