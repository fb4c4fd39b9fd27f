/** `npm run test:all` runs every test; `npm test` leaves out what is slow and seldom tells more. */
export const everything = process.env.WHITTLE_TESTS === 'all';
