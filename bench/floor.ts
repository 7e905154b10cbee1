import { createServer } from 'node:http';

process.once('message', ({ headers, body }: { headers: Record<string, string>; body: string }) => {
  const bytes = Buffer.from(body, 'base64');
  const server = createServer((_request, response) => {
    response.writeHead(200, headers);
    response.end(bytes);
  });
  const listen = () => server.listen(20_000 + Math.floor(Math.random() * 12_000), '127.0.0.1');
  server.on('error', listen);
  server.on('listening', () => {
    const address = server.address();
    if (address && typeof address === 'object') process.send?.({ port: address.port });
  });
  listen();
});

process.once('disconnect', () => process.exit());
