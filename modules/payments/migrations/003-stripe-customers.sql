-- Under which customer of a connected account a user's saved cards are. It outlives the user until Stripe has forgotten them, too.
create table stripe_customers (
  user_id     uuid not null,
  account_id  text not null,
  customer_id text not null,
  primary key (user_id, account_id)
);
