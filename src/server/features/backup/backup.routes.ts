import type { FastifyInstance } from 'fastify';
import { backupContract } from '../../../shared/backup/backup.contract.ts';
import { apiRoutes } from '../../platform/http/api-routes.ts';
import type { Parts } from '../../platform/parts.ts';
import { backupStatus } from './backups.service.ts';

export function backupRoutes(app: FastifyInstance, parts: Parts): void {
  apiRoutes(app, parts, backupContract, {
    'GET /api/system/backup': () => backupStatus(parts.db, parts.config),
  });
}
