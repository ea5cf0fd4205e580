/** Who administers the demo's networks, and runs an installation that shows them. */
export const DEMO_ADMIN = 'naomi@vestry.example'
/** What everybody in the demo data signs in with. It is public: where the sandbox is off it opens nothing. */
export const DEMO_PASSWORD = 'Vestry-demo-1'
