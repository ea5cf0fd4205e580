-- The mail catcher recognises duplicates by Message-ID, as mailboxes do.
create index caught_mails_message on caught_mails (message_id);
