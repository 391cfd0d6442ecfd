/** What the bench compares the portal with in front of a back end: `node:http` that forwards every request, and its answer, as they come. */
import { Agent, createServer, request } from 'node:http';

const agent = new Agent({ keepAlive: true });
const target = new URL(process.env.TARGET ?? '');

const server = createServer((req, res) => {
  const { method, url: path, headers } = req;
  const { hostname, port } = target;
  const asking = request({ agent, hostname, port, method, path, headers }, (answer) => {
    res.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(res);
  });
  asking.on('error', () => res.destroy());
  req.pipe(asking);
});
server.listen(Number(process.env.PORT), '127.0.0.1', () => console.log('pronto'));
