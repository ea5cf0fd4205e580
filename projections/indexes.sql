-- The indexes that only questions use. A rebuild creates them once its tables are full: that takes a fraction of the time, and leaves
-- them smaller.

create index network_names_likeness on network_names (likeness, since);

create index network_people_user on network_people (user_id);

create index invitations_network on invitations (network_id, position);

create index api_keys_network on api_keys (network_id, position);
create index webhooks_network on webhooks (network_id, position);

create index payment_profiles_network on payment_profiles (network_id, position);
create index payment_profiles_account on payment_profiles (account_id);

create index programs_network on programs (network_id, position);

create index members_name on members (network_id, name_key);
create index members_sorted on members (network_id, sort_key, id);
-- GIN's pending list takes up to 64 MB of an upload's entries, merged after it (statistics.ts): that saves a third of an upload's time.
create index members_sought on members using gin (grams(network_id, sought, 1)) with (gin_pending_list_limit = 65536);
-- No statistics: they are slow to gather and useless, since the lookup's trigrams are hidden from the planner.
alter index members_sought alter column 1 set statistics 0;
create index members_email on members (lower(email)) where email is not null;

create index name_words_word on name_words using gin (word gin_trgm_ops) with (gin_pending_list_limit = 65536);

create index uploads_program on uploads (program_id, position);

create index bills_network on bills (network_id, created_at, position);
create index bills_program on bills (program_id, created_at, position);
-- The columns of bill_counts: lists by status and by due date are merged from these runs.
create index bills_run on bills (program_id, state, due_date, created_at, position);
create index bills_amount on bills (program_id, amount, created_at, position);
create index bills_balance on bills (program_id, balance, created_at, position) where balance > 0;
create index bills_reopened on bills (program_id, changed_at) where balance > 0 and changed_at > created_at;
create index bills_settled on bills (network_id, state, created_at, position) where balance = 0;
create index bills_paying on bills (paying_since) where paying_since is not null;
create index bills_claimed on bills (network_id, claimed_at) where state = 'PendingConfirmation';

create index payments_network on payments (network_id, created_at, position);
create index payments_program on payments (program_id, created_at, position);
create index payments_amount on payments (network_id, amount, created_at, position);
create index payments_program_amount on payments (program_id, amount, created_at, position);
create index payments_bill on payments (bill_id);
create index payments_reference on payments using gin (network_id, reference gin_trgm_ops) with (gin_pending_list_limit = 256) where reference is not null;
create index payments_intent on payments (intent_id) where intent_id is not null;
create index payments_unapplied on payments (network_id, position) where status <> 'Reversed' and amount > applied + used + refunded + disputed;

create index totals_network on totals (network_id);

create index bill_counts_network on bill_counts (network_id, state, due_date) where scope <> network_id;

create index runs_program on runs (program_id, position);
create index runs_open on runs (position) where status in ('Pending', 'InProgress');

create index messages_pending on messages (network_id, position) where status = 'Pending';
create index messages_failed on messages (created_at) where status = 'Failed';
create index messages_sent on messages (sent_at) where sent_at is not null;
create index messages_network on messages (network_id, status, position);
create index messages_program on messages (program_id, position);

create index message_bills_bill on message_bills (bill_id, purpose);
create index message_bills_message on message_bills (message_id);

create index payouts_network on payouts (network_id, arrives_on, position);

create index payout_lines_intent on payout_lines (intent_id) where intent_id is not null;

create index payment_profiles_past_network on payment_profiles_past (network_id);
create index programs_past_network on programs_past (network_id);
create index members_past_network on members_past (network_id);
create index bills_past_network on bills_past (network_id, created_at, position);
create index bills_past_payor on bills_past (payor_id);
create index payments_past_network on payments_past (network_id, created_at, position);
create index payments_past_bill on payments_past (bill_id);
