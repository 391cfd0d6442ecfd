/** The server that the bench compares with: plain `node:http`. `/1234` is answered with 1234 bytes from memory. */
import { createServer } from 'node:http';

const kept = new Map<string, Buffer>();

function body(path: string): Buffer {
  const known = kept.get(path) ?? Buffer.alloc(Number(path.slice(1)), 'a');
  kept.set(path, known);
  return known;
}

const server = createServer((req, res) => {
  req.resume().on('end', () => {
    res.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(body(req.url ?? '/0'));
  });
});
server.listen(Number(process.env.PORT), '127.0.0.1', () => console.log('pronto'));
