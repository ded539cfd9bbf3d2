-- A code also proves a new phone or e-mail address; `phone` holds whichever the code was sent to.
alter table sms_codes drop constraint sms_codes_purpose_check;
alter table sms_codes add constraint sms_codes_purpose_check check (purpose in (0, 1, 3, 4, 6));
