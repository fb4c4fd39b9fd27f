/** The libraries of the cluster, in one place: the build puts them into a file of their own, which only runs on workers load. */
export { Queue, QueueEvents, WaitingError, Worker } from 'bullmq';
export type { Job } from 'bullmq';
export { Redis } from 'ioredis';
