-- A user's customer on a connected account, which holds the saved methods. After the user's deletion the row stays
-- until Stripe has deleted the customer's data.
create table stripe_customers (
  user_id     uuid not null,
  account_id  text not null,
  customer_id text not null,
  primary key (user_id, account_id)
);
