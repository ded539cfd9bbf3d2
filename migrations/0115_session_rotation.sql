-- From the token that was exchanged and this salt the pair it was exchanged for is computed once more, for a second tab that sends it within the grace.
alter table sessions add column rotation_salt text;
