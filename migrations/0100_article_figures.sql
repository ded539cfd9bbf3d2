-- Articles have a drawing like cases and projects, shown where no picture was uploaded.
alter table articles add column figure jsonb;
-- Acknowledgements are a kind of their own, and no list ever showed articles of this type: from now on the news do.
update articles set type = 'news' where type = 'thanks';
