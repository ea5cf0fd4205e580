alter table caught_mails add reply_to text[] not null default '{}';
