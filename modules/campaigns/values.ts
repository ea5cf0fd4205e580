export const LAUNCH_IN_THE_FUTURE = 'Please choose a time in the future'
