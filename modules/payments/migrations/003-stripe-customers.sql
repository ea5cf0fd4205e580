-- The customer of a connected account that holds a user's saved cards. The row outlives the user until Stripe has deleted the customer's data.
create table stripe_customers (
  user_id     uuid not null,
  account_id  text not null,
  customer_id text not null,
  primary key (user_id, account_id)
);
