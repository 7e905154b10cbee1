import { z } from 'zod';
/** The columns of a list that are read: a name in one column, or in two. */
export declare const columnRoles: readonly ['email', 'name', 'firstName', 'lastName'];
export type ColumnRole = (typeof columnRoles)[number];
declare const columns: z.ZodObject<
  {
    email: z.ZodNullable<z.ZodInt>;
    name: z.ZodNullable<z.ZodInt>;
    firstName: z.ZodNullable<z.ZodInt>;
    lastName: z.ZodNullable<z.ZodInt>;
  },
  z.core.$strict
>;
export type Columns = z.output<typeof columns>;
/** new: will be invited · member, invited: there is an account already · twice: stands above · error: not valid. */
export declare const rowKinds: readonly ['new', 'member', 'invited', 'twice', 'error'];
export type RowKind = (typeof rowKinds)[number];
export declare const bulkRow: z.ZodObject<
  {
    line: z.ZodInt;
    name: z.ZodString;
    email: z.ZodString;
    kind: z.ZodEnum<{
      error: 'error';
      invited: 'invited';
      member: 'member';
      new: 'new';
      twice: 'twice';
    }>;
    reason: z.ZodString;
  },
  z.core.$strict
>;
export type BulkRow = z.output<typeof bulkRow>;
export declare const bulkPreview: z.ZodObject<
  {
    columns: z.ZodArray<
      z.ZodObject<
        {
          header: z.ZodString;
          samples: z.ZodArray<z.ZodString>;
        },
        z.core.$strict
      >
    >;
    chosen: z.ZodObject<
      {
        email: z.ZodNullable<z.ZodInt>;
        name: z.ZodNullable<z.ZodInt>;
        firstName: z.ZodNullable<z.ZodInt>;
        lastName: z.ZodNullable<z.ZodInt>;
      },
      z.core.$strict
    >;
    header: z.ZodBoolean;
    rows: z.ZodArray<
      z.ZodObject<
        {
          line: z.ZodInt;
          name: z.ZodString;
          email: z.ZodString;
          kind: z.ZodEnum<{
            error: 'error';
            invited: 'invited';
            member: 'member';
            new: 'new';
            twice: 'twice';
          }>;
          reason: z.ZodString;
        },
        z.core.$strict
      >
    >;
    counts: z.ZodObject<
      {
        new: z.ZodInt;
        member: z.ZodInt;
        invited: z.ZodInt;
        twice: z.ZodInt;
        error: z.ZodInt;
      },
      z.core.$strict
    >;
  },
  z.core.$strict
>;
export type BulkPreview = z.output<typeof bulkPreview>;
/** A list that was committed. Accounts and mails are counted apart. */
export declare const bulkInvitation: z.ZodObject<
  {
    _id: z.ZodUUID;
    file: z.ZodString;
    by: z.ZodString;
    date: z.ZodISODateTime;
    finished: z.ZodNullable<z.ZodISODateTime>;
    rows: z.ZodInt;
    accounts: z.ZodObject<
      {
        waiting: z.ZodInt;
        created: z.ZodInt;
        skipped: z.ZodInt;
        failed: z.ZodInt;
      },
      z.core.$strict
    >;
    mails: z.ZodObject<
      {
        waiting: z.ZodInt;
        sent: z.ZodInt;
        failed: z.ZodInt;
      },
      z.core.$strict
    >;
  },
  z.core.$strict
>;
export type BulkInvitation = z.output<typeof bulkInvitation>;
/** Undefined columns are guessed; so is whether the first line is a header. */
declare const list: z.ZodObject<
  {
    csv: z.ZodString;
    file: z.ZodDefault<z.ZodString>;
    columns: z.ZodOptional<
      z.ZodObject<
        {
          email: z.ZodOptional<z.ZodNullable<z.ZodInt>>;
          name: z.ZodOptional<z.ZodNullable<z.ZodInt>>;
          firstName: z.ZodOptional<z.ZodNullable<z.ZodInt>>;
          lastName: z.ZodOptional<z.ZodNullable<z.ZodInt>>;
        },
        z.core.$strict
      >
    >;
    header: z.ZodOptional<z.ZodBoolean>;
  },
  z.core.$strip
>;
export type BulkList = z.output<typeof list>;
export declare const bulkInvitationsContract: {
  'POST /api/users/bulk/preview': {
    summary: string;
    access: 'admin';
    limit: 'bulkPreview';
    body: z.ZodObject<
      {
        csv: z.ZodString;
        file: z.ZodDefault<z.ZodString>;
        columns: z.ZodOptional<
          z.ZodObject<
            {
              email: z.ZodOptional<z.ZodNullable<z.ZodInt>>;
              name: z.ZodOptional<z.ZodNullable<z.ZodInt>>;
              firstName: z.ZodOptional<z.ZodNullable<z.ZodInt>>;
              lastName: z.ZodOptional<z.ZodNullable<z.ZodInt>>;
            },
            z.core.$strict
          >
        >;
        header: z.ZodOptional<z.ZodBoolean>;
      },
      z.core.$strip
    >;
    bodyLimit: number;
    response: z.ZodObject<
      {
        columns: z.ZodArray<
          z.ZodObject<
            {
              header: z.ZodString;
              samples: z.ZodArray<z.ZodString>;
            },
            z.core.$strict
          >
        >;
        chosen: z.ZodObject<
          {
            email: z.ZodNullable<z.ZodInt>;
            name: z.ZodNullable<z.ZodInt>;
            firstName: z.ZodNullable<z.ZodInt>;
            lastName: z.ZodNullable<z.ZodInt>;
          },
          z.core.$strict
        >;
        header: z.ZodBoolean;
        rows: z.ZodArray<
          z.ZodObject<
            {
              line: z.ZodInt;
              name: z.ZodString;
              email: z.ZodString;
              kind: z.ZodEnum<{
                error: 'error';
                invited: 'invited';
                member: 'member';
                new: 'new';
                twice: 'twice';
              }>;
              reason: z.ZodString;
            },
            z.core.$strict
          >
        >;
        counts: z.ZodObject<
          {
            new: z.ZodInt;
            member: z.ZodInt;
            invited: z.ZodInt;
            twice: z.ZodInt;
            error: z.ZodInt;
          },
          z.core.$strict
        >;
      },
      z.core.$strict
    >;
  };
  'POST /api/users/bulk': {
    summary: string;
    access: 'admin';
    limit: 'bulkInvitation';
    body: z.ZodObject<
      {
        csv: z.ZodString;
        file: z.ZodDefault<z.ZodString>;
        columns: z.ZodOptional<
          z.ZodObject<
            {
              email: z.ZodOptional<z.ZodNullable<z.ZodInt>>;
              name: z.ZodOptional<z.ZodNullable<z.ZodInt>>;
              firstName: z.ZodOptional<z.ZodNullable<z.ZodInt>>;
              lastName: z.ZodOptional<z.ZodNullable<z.ZodInt>>;
            },
            z.core.$strict
          >
        >;
        header: z.ZodOptional<z.ZodBoolean>;
      },
      z.core.$strip
    >;
    bodyLimit: number;
    response: z.ZodObject<
      {
        _id: z.ZodUUID;
        file: z.ZodString;
        by: z.ZodString;
        date: z.ZodISODateTime;
        finished: z.ZodNullable<z.ZodISODateTime>;
        rows: z.ZodInt;
        accounts: z.ZodObject<
          {
            waiting: z.ZodInt;
            created: z.ZodInt;
            skipped: z.ZodInt;
            failed: z.ZodInt;
          },
          z.core.$strict
        >;
        mails: z.ZodObject<
          {
            waiting: z.ZodInt;
            sent: z.ZodInt;
            failed: z.ZodInt;
          },
          z.core.$strict
        >;
      },
      z.core.$strict
    >;
  };
  'GET /api/users/bulk': {
    summary: string;
    access: 'admin';
    response: z.ZodArray<
      z.ZodObject<
        {
          _id: z.ZodUUID;
          file: z.ZodString;
          by: z.ZodString;
          date: z.ZodISODateTime;
          finished: z.ZodNullable<z.ZodISODateTime>;
          rows: z.ZodInt;
          accounts: z.ZodObject<
            {
              waiting: z.ZodInt;
              created: z.ZodInt;
              skipped: z.ZodInt;
              failed: z.ZodInt;
            },
            z.core.$strict
          >;
          mails: z.ZodObject<
            {
              waiting: z.ZodInt;
              sent: z.ZodInt;
              failed: z.ZodInt;
            },
            z.core.$strict
          >;
        },
        z.core.$strict
      >
    >;
  };
  'GET /api/users/bulk/:id': {
    summary: string;
    access: 'admin';
    params: z.ZodObject<
      {
        id: z.ZodString;
      },
      z.core.$strip
    >;
    response: z.ZodObject<
      {
        _id: z.ZodUUID;
        file: z.ZodString;
        by: z.ZodString;
        date: z.ZodISODateTime;
        finished: z.ZodNullable<z.ZodISODateTime>;
        rows: z.ZodInt;
        accounts: z.ZodObject<
          {
            waiting: z.ZodInt;
            created: z.ZodInt;
            skipped: z.ZodInt;
            failed: z.ZodInt;
          },
          z.core.$strict
        >;
        mails: z.ZodObject<
          {
            waiting: z.ZodInt;
            sent: z.ZodInt;
            failed: z.ZodInt;
          },
          z.core.$strict
        >;
      },
      z.core.$strict
    >;
  };
  'GET /api/users/bulk/:id/failed': {
    summary: string;
    access: 'admin';
    params: z.ZodObject<
      {
        id: z.ZodString;
      },
      z.core.$strip
    >;
    response: z.ZodString;
    produces: 'text/csv';
  };
};
