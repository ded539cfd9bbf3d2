-- concurrently
-- Each upload of a result asks for others with the same bytes.
create index concurrently files_result_sha256 on files (sha256) where purpose = 'result';
