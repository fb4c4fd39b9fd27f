/** Statistics of paired measurements that d3-array does not have: those of the product. */
export { geometricMean, signedRankP } from '../../../src/reduction/comparison/statistics';
