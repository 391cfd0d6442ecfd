/** The part of the S3 server for tests that the tests use: its package brings no types. */
declare module '@20minutes/s3rver' {
  export default class S3Server {
    constructor(options: {
      address: string;
      port: number;
      silent: boolean;
      directory: string;
      configureBuckets: { name: string; configs: string[] }[];
    });
    run(): Promise<import('node:net').AddressInfo>;
    close(): Promise<void>;
  }
}
