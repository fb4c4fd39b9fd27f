/** Something in a job that cannot be: the message is one sentence with the remedy. */
export class JobError extends Error {}
