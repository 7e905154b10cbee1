export function Conventions() {
  return (
    <div className="prose max-w-measure">
      <p>
        Success is always status 200 with JSON. Sign in with <a href="#post-auth">POST /api/auth</a> and send
        its token in the header <code>x-auth-token</code>. This page as an OpenAPI 3.1 document:{' '}
        <a href="/api/openapi.json">/api/openapi.json</a>.
      </p>
      <ul>
        <li>
          Every error answers <code>{'{ errors: [{ msg, field? }], msg }'}</code>, where the last repeats the
          first of the errors.
        </li>
        <li>
          401 means no valid token and nothing else; 403 signed in but not allowed; 404 not there, or no
          well-formed id.
        </li>
        <li>
          429 and 503 carry <code>Retry-After</code> in seconds.
        </li>
        <li>
          Calls ignore fields they don't know and refuse fields of the wrong type. Answers may gain fields
          later.
        </li>
        <li>Dates are ISO 8601 in UTC. Ids are UUIDs.</li>
        <li>
          Lists that grow take <code>limit</code> and <code>cursor</code>; the next page is in the header{' '}
          <code>Link</code> (<code>rel="next"</code>).
        </li>
        <li>
          Reads carry an <code>ETag</code>. Changes of articles, testimonials and profiles take it back in{' '}
          <code>If-Match</code>, and answer 412 when someone else saved first.
        </li>
      </ul>
    </div>
  );
}
