// Written by scripts/generate.mjs from the API; do not edit.

/** The calls that a key may make, by their path below `/api/auth/`. Money is in fen, times are Beijing time. */
export interface Calls {
  /** 我的资产总览：余额、额度、未结算与待付款。可用开放接口密钥调用，权限范围：billing.read（读取结算、对账单与开票记录） */
  'asset/init': {
    input: Record<string, never>
    output: {
      balanceFen: number
      giftFen: number
      advanceFen: number
      unassignedFen: number
      credit: {
        opened: boolean
        limitFen: number
        heldFen: number
        usedFen: number
        availableFen: number
      }
      unsettledFen: number
      unpaidFen: number
      overdueFen: number
    }
  }
  /** 获取数据包的限时下载链接，仅本人可用。可用开放接口密钥调用，权限范围：reports.read（读取与下载数据和报告） */
  'dataPackage/link': {
    input: {
      id: number
      browserKey?: string
    }
    output: {
      url: string
      expiresInSeconds: number
    }
  }
  /** 订单最近一天的数据包及其进度。可用开放接口密钥调用，权限范围：reports.read（读取与下载数据和报告） */
  'dataPackage/list': {
    input: {
      orderNo: string
    }
    output: {
      packages: ({
        id: number
        orderNo: string
        licence: "CC-BY-4.0" | "CC0-1.0" | "CC-BY-NC-4.0"
        ready: boolean
        done: number
        total: number
        createdAt: string
        expiresAt: string
      })[]
    }
  }
  /** 生成订单的数据包（原始文件、开放格式曲线、RO-Crate 说明与校验值）。可用开放接口密钥调用，权限范围：reports.read（读取与下载数据和报告） */
  'dataPackage/start': {
    input: {
      orderNo: string
      licence: "CC-BY-4.0" | "CC0-1.0" | "CC-BY-NC-4.0"
    }
    output: {
      id: number
      orderNo: string
      licence: "CC-BY-4.0" | "CC0-1.0" | "CC-BY-NC-4.0"
      ready: boolean
      done: number
      total: number
      createdAt: string
      expiresAt: string
    }
  }
  /** 检测项目的名称。可用开放接口密钥调用，权限范围：orders.read（读取方案、订单与预约） */
  'device/names': {
    input: {
      rids: (number)[]
    }
    output: ({
      rid: number
      name: string
    })[]
  }
  /** 获取文件的限时下载链接，仅本人可用。可用开放接口密钥调用，权限范围：reports.read（读取与下载数据和报告） */
  'file/link': {
    input: {
      id: number
      browserKey?: string
    }
    output: {
      url: string
      expiresInSeconds: number
    }
  }
  /** 我的开票申请。可用开放接口密钥调用，权限范围：billing.read（读取结算、对账单与开票记录） */
  'invoiceApply/list': {
    input: {
      stage?: "pending" | "issuing" | "issued" | "sent" | "rejected" | "cancelled" | "reddening" | "reddened" | ""
      page?: number
      size?: number
    }
    output: {
      list: ({
        id: number
        applicationNo: string
        stage: "pending" | "issuing" | "issued" | "sent" | "rejected" | "cancelled" | "reddening" | "reddened"
        stageLabel: string
        version: number
        type: number
        typeLabel: string
        title: string
        naturalPerson: boolean
        taxNo: string
        bank: string
        bankAccount: string
        address: string
        phone: string
        email: string
        remark: string
        amountFen: number
        taxFen: number | null
        createdAt: string
        rejectReason: string
        invoiceNo: string | null
        issuedOn: string | null
        sentAt: string | null
        redReason: string
        redNote: string
        reddenedFen: number
        redAskedFen: number
        redLetters: ({
          redNo: string
          redOn: string
          amountFen: number
        })[]
        lines: ({
          orderNo: string
          about: string
          fundingNo: string
          amountFen: number
          reddenedFen: number
          redAskedFen: number
        })[]
        files: ({
          id: number
          name: string
          kind: "pdf" | "ofd" | "xml" | "red"
        })[]
        actions: ("edit" | "cancel" | "requestRed" | "withdrawRed" | "resend")[]
      })[]
      total: number
      page: number
      size: number
    }
  }
  /** 所选曲线的数据，最多 8 条，每条最多 4000 点。可用开放接口密钥调用，权限范围：reports.read（读取与下载数据和报告） */
  'library/curves': {
    input: {
      ids: (number)[]
    }
    output: {
      list: ({
        label: string
        xLabel: string
        yLabel: string
        reversed: boolean
        x: (number)[]
        y: (number)[]
        total?: number
        curve: {
          id: number
          fileId: number
          series: number
          fileName: string
          orderNo: string
          sampleNo: string
          sampleName: string
          ownNo: string
          composition: string
          elements: (string)[]
          project: string
          method: string
          label: string
          xLabel: string
          yLabel: string
          xFrom: number
          xTo: number
          points: number
          measuredAt: string
          line: string
          tags: (string)[]
          noteCount: number
          inDoubt: string
        }
        notes: ({
          id: number
          x: number | null
          text: string
          by: string
          createdAt: string
        })[]
      })[]
    }
  }
  /** 谱图库：按样品、成分、方法、项目、日期、标签查找已交付的曲线。可用开放接口密钥调用，权限范围：reports.read（读取与下载数据和报告） */
  'library/list': {
    input: {
      kw?: string
      composition?: string
      mode?: "contains" | "exactly" | "formula"
      without?: string
      shareOf?: string
      shareFrom?: number
      shareTo?: number
      method?: string
      project?: string
      tag?: string
      from?: "" | string
      to?: "" | string
      sort?: "-measured" | "measured" | "sample"
      page?: number
      size?: number
    }
    output: {
      list: ({
        id: number
        fileId: number
        series: number
        fileName: string
        orderNo: string
        sampleNo: string
        sampleName: string
        ownNo: string
        composition: string
        elements: (string)[]
        project: string
        method: string
        label: string
        xLabel: string
        yLabel: string
        xFrom: number
        xTo: number
        points: number
        measuredAt: string
        line: string
        tags: (string)[]
        noteCount: number
        inDoubt: string
      })[]
      total: number
      page: number
      size: number
      totalIsCapped: boolean
    }
  }
  /** 提交订单。可用开放接口密钥调用，权限范围：orders.write（编辑方案、提交与取消订单） */
  'order/add': {
    input: {
      planIds: (number)[]
      samples: ({
        planId: number
        ownNo: string
        name: string
        form: "powder" | "block" | "film" | "liquid" | "fibre" | "data"
        composition?: string
        amount?: string
        hazards?: ("flammable" | "corrosive" | "toxic" | "magnetic" | "air_sensitive" | "radioactive" | "explosive")[]
        storage?: "room" | "dark" | "cold" | "inert"
        returnWanted?: boolean
        remark?: string
      })[]
      contact: {
        name: string
        phone: string
        email?: string
      }
      delivery: {
        kind: "self_send"
      } | {
        kind: "visit"
        people?: number
      } | {
        kind: "upload"
      }
      returnAddress?: {
        name: string
        phone: string
        province?: string
        city?: string
        area?: string
        address_code?: string
        address: string
      }
      invoice: {
        type: 0
      } | {
        type: 1
        title: string
        taxNo?: string
        taxNoConfirmed?: boolean
      } | {
        type: 3
        title: string
        taxNo: string
        taxNoConfirmed?: boolean
        bank?: string
        bankAccount?: string
        address?: string
        phone?: string
      }
      remark?: string
      couponIds?: (number)[]
      funding?: ({
        planId: number
        fundingNo?: string
      })[]
      groupNo?: string
      warningsConfirmed?: boolean
      agreementVersion: string
      agreed: true
    }
    output: {
      orderNo: string
      stage: "group_review" | "review" | "quoting" | "quoted" | "contract" | "prepay" | "awaiting_sample" | "received" | "testing" | "on_hold" | "verifying" | "delivered" | "retest" | "retest_offered" | "disputed" | "done" | "closed" | "cancelled" | "rejected"
      stageName: string
      estimateFen: number | null
      discountFen: number
      sampleNos: (string)[]
    }
  }
  /** 取消自己的或课题组的订单。可用开放接口密钥调用，权限范围：orders.write（编辑方案、提交与取消订单） */
  'order/cancel': {
    input: {
      orderNo: string
      reason: string
      version?: number
    }
    output: {
      stage: "group_review" | "review" | "quoting" | "quoted" | "contract" | "prepay" | "awaiting_sample" | "received" | "testing" | "on_hold" | "verifying" | "delivered" | "retest" | "retest_offered" | "disputed" | "done" | "closed" | "cancelled" | "rejected"
      stageName: string
    }
  }
  /** 订单查询可选的检测项目与成员。可用开放接口密钥调用，权限范围：orders.read（读取方案、订单与预约） */
  'order/choices': {
    input: Record<string, never>
    output: {
      projects: ({
        id: number
        name: string
      })[]
      members: ({
        id: number
        name: string
      })[]
    }
  }
  /** 订单详情。可用开放接口密钥调用，权限范围：orders.read（读取方案、订单与预约） */
  'order/detail': {
    input: {
      orderNo: string
    }
    output: {
      orderNo: string
      title: string
      serviceType: 1 | 2 | 3
      stage: "group_review" | "review" | "quoting" | "quoted" | "contract" | "prepay" | "awaiting_sample" | "received" | "testing" | "on_hold" | "verifying" | "delivered" | "retest" | "retest_offered" | "disputed" | "done" | "closed" | "cancelled" | "rejected"
      stageName: string
      urgent: boolean
      sampleCount: number
      amountFen: number | null
      createdAt: string
      deliveredAt: string | null
      paidAt: string | null
      next: {
        what: string
        who: "customer" | "staff"
        dueAt: string | null
        overdue: boolean
      } | null
      cluster: {
        groupNo: string
        name: string
        member: string
      } | null
      id: number
      version: number
      readOnly: boolean
      group: "institute" | "individual" | "enterprise"
      estimateFen: number | null
      quoteFen: number | null
      quoteVersion: number
      quoteValidUntil: string | null
      discountFen: number
      coupons: ({
        id: number
        name: string
        kind: "amount" | "percent" | "shipping"
      })[]
      finalFen: number | null
      finalGrossFen: number | null
      finalDiscountFen: number
      finalReason: string
      paidFen: number
      cancelFeeFen: number
      lines: ({
        id: number
        rid: number
        projectName: string
        groupNo: number
        sampleCount: number
        urgent: boolean
        sameAs: string
        formVersion: number
        described: ({
          key: string
          label: string
          text: string
        })[]
        priceLines: ({
          label: string
          quantity: number
          unit: string
          unitFen: number
          amountFen: number
        })[]
        amountFen: number | null
        discountFen: number
        fundingNo: string
        files: ({
          id: number
          name: string
          size: number
          sha256: string
          at: string
          label: string
        })[]
      })[]
      fundingChanges: ({
        lineId: number
        fromNo: string
        toNo: string
        at: string
      })[]
      fundingOpen: boolean
      samples: ({
        id: number
        sampleNo: string
        orderNo: string
        lineId: number
        ownNo: string
        name: string
        form: "powder" | "block" | "film" | "liquid" | "fibre" | "data"
        formName: string
        composition: string
        amount: string
        hazards: ("flammable" | "corrosive" | "toxic" | "magnetic" | "air_sensitive" | "radioactive" | "explosive")[]
        hazardNames: (string)[]
        storage: "room" | "dark" | "cold" | "inert"
        storageName: string
        returnWanted: boolean
        remark: string
        warnings: (string)[]
        stage: "pending" | "collecting" | "in_transit" | "received" | "testing" | "tested" | "to_return" | "returned" | "kept" | "destroyed" | "consumed" | "abnormal" | "refused" | "lost" | "withdrawn" | "parked" | "dropped"
        stageName: string
        serviceType: 1 | 2 | 3
        version: number
        courier: string
        waybill: string
        receivedAt: string | null
        weightMg: number | null
        condition: string
        shelf: string
        returnCourier: string
        returnWaybill: string
        returnedAt: string | null
        keepUntil: string | null
        stageReason: string
        hasPhotos: boolean
        followed: boolean
      })[]
      received: number
      contact: {
        name: string
        phone: string
        email: string
      }
      delivery: {
        kind: "self_send"
      } | {
        kind: "visit"
        people?: number
      } | {
        kind: "upload"
      }
      returnAddress: {
        name: string
        phone: string
        province: string
        city: string
        area: string
        address_code?: string
        address: string
      } | null
      invoice: {
        type: 0
      } | {
        type: 1
        title: string
        taxNo: string
      } | {
        type: 3
        title: string
        taxNo: string
        bank: string
        bankAccount: string
        address: string
        phone: string
      }
      remark: string
      agreementVersion: string
      timeline: ({
        stage: "group_review" | "review" | "quoting" | "quoted" | "contract" | "prepay" | "awaiting_sample" | "received" | "testing" | "on_hold" | "verifying" | "delivered" | "retest" | "retest_offered" | "disputed" | "done" | "closed" | "cancelled" | "rejected"
        what: string
        who: string
        when: string
        detail: string
      })[]
      actions: ("groupApprove" | "groupDecline" | "acceptQuote" | "refuseQuote" | "answer" | "confirm" | "requestRetest" | "agreeRetest" | "refuseRetest" | "dispute" | "cancel")[]
      reservations: ({
        id: number
        rid: number
        projectName: string
        startsAt: string
        endsAt: string
        remote: boolean
        stage: "requested" | "booked" | "ongoing" | "finished" | "cancelled" | "missed"
        stageName: string
        version: number
        cancellable: boolean
        rebookable: boolean
        offer: {
          id: number
          startsAt: string
          endsAt: string
          until: string
          extraFen: number
          stage: "offered" | "accepted" | "declined" | "withdrawn" | "lapsed"
          stageName: string
          answer: string
        } | null
        answerable: boolean
        addedText: string
        videoUrl: string
      })[]
      bookable: boolean
      slotLines: ({
        lineId: number
        rid: number
        projectName: string
        leastMinutes: number
        mostMinutes: number
        stepMinutes: number
      })[]
      dataFiles: ({
        id: number
        name: string
        size: number
        sha256: string
        at: string
      })[]
      contract: {
        state: "none" | "to_sign" | "sent_back" | "to_seal" | "effective" | "expired" | "void"
        contractNo: string
        signBy: string | null
        reason: string
      } | null
      confirmDueAt: string | null
      retestOfferFen: number | null
      retestFeeFen: number
      reductionFen: number
      reportWithdrawnAt: string | null
      returnDueAt: string | null
      heldFrom: "group_review" | "review" | "quoting" | "quoted" | "contract" | "prepay" | "awaiting_sample" | "received" | "testing" | "on_hold" | "verifying" | "delivered" | "retest" | "retest_offered" | "disputed" | "done" | "closed" | "cancelled" | "rejected" | null
      holdAnswer: {
        wish: "continue" | "cancel"
        text: string
        samples: ({
          sampleNo: string
          choice: "continue" | "drop" | "resend"
        })[]
        at: string
      } | null
    }
  }
  /** 我的订单。可用开放接口密钥调用，权限范围：orders.read（读取方案、订单与预约） */
  'order/history': {
    input: {
      tab?: "all" | "confirming" | "prepay" | "sending" | "testing" | "delivered" | "finished" | "ended"
      stage?: "" | "group_review" | "review" | "quoting" | "quoted" | "contract" | "prepay" | "awaiting_sample" | "received" | "testing" | "on_hold" | "verifying" | "delivered" | "retest" | "retest_offered" | "disputed" | "done" | "closed" | "cancelled" | "rejected"
      kw?: string
      sample?: string
      from?: "" | string
      to?: "" | string
      rid?: 0 | number
      memberId?: 0 | number
      payer?: string
      funding?: string
      waits?: boolean
      page?: number
      size?: number
    }
    output: {
      list: ({
        orderNo: string
        title: string
        serviceType: 1 | 2 | 3
        stage: "group_review" | "review" | "quoting" | "quoted" | "contract" | "prepay" | "awaiting_sample" | "received" | "testing" | "on_hold" | "verifying" | "delivered" | "retest" | "retest_offered" | "disputed" | "done" | "closed" | "cancelled" | "rejected"
        stageName: string
        urgent: boolean
        sampleCount: number
        amountFen: number | null
        createdAt: string
        deliveredAt: string | null
        paidAt: string | null
        next: {
          what: string
          who: "customer" | "staff"
          dueAt: string | null
          overdue: boolean
        } | null
        cluster: {
          groupNo: string
          name: string
          member: string
        } | null
      })[]
      total: number
      page: number
      size: number
      totalIsCapped: boolean
      counts: Record<string, number>
    }
  }
  /** 可以为我付款的课题组与剩余额度。可用开放接口密钥调用，权限范围：orders.write（编辑方案、提交与取消订单） */
  'order/payers': {
    input: Record<string, never>
    output: {
      groups: ({
        groupNo: string
        name: string
        customerGroup: "institute" | "individual" | "enterprise"
        leftFen: number | null
        approvalAboveFen: number | null
        factorFirst: boolean
      })[]
    }
  }
  /** 订单的合同与报告文件。可用开放接口密钥调用，权限范围：orders.write（编辑方案、提交与取消订单） */
  'order/protocol': {
    input: {
      orderNo: string
    }
    output: {
      files: ({
        kind: "contract" | "stamped" | "report"
        title: string
        stageName: string
        fileId: number
        at: string
      })[]
    }
  }
  /** 数据文件中一条曲线的全部数据点（超过 10 万点时按区段取最大和最小值）。可用开放接口密钥调用，权限范围：reports.read（读取与下载数据和报告） */
  'report/curve': {
    input: {
      fileId: number
      series?: number
    }
    output: {
      fileName: string
      sha256: string
      orderNo: string
      sampleNo: string
      sampleName: string
      projectNames: (string)[]
      records: ({
        projectName: string
        instrument: string
        method: string
        conditions: string
      })[]
      label: string
      x: (number)[]
      y: (number)[]
      xLabel: string
      yLabel: string
      notes: (string)[]
      total: number
      labels: (string)[]
    }
  }
  /** 一条曲线的开放格式文件：JCAMP-DX、CSV 或 AnIML。可用开放接口密钥调用，权限范围：reports.read（读取与下载数据和报告） */
  'report/curveFile': {
    input: {
      fileId: number
      series?: number
      format: "jcamp" | "csv" | "animl"
    }
    output: {
      name: string
      mime: string
      content: string
      notes: (string)[]
    }
  }
  /** 若干数据文件的曲线及其样品与项目，用于论文插图。可用开放接口密钥调用，权限范围：reports.read（读取与下载数据和报告） */
  'report/figure': {
    input: {
      fileIds: (number)[]
    }
    output: {
      files: ({
        id: number
        name: string
        orderNo: string
        sampleNo: string
        sampleName: string
        projectNames: (string)[]
        xLabel: string
        yLabel: string
        curves: ({
          label: string
          x: (number)[]
          y: (number)[]
        })[]
        notes: (string)[]
      })[]
    }
  }
  /** 已交付的数据文件和报告。可用开放接口密钥调用，权限范围：reports.read（读取与下载数据和报告） */
  'report/list': {
    input: {
      orderNo: string
    }
    output: {
      records: ({
        id: number
        instrumentId: number | null
        lineId: number
        projectName: string
        instrument: string
        method: string
        conditions: string
        environment: string
        sampleNos: (string)[]
        measured: ({
          sampleNo: string
          name: unknown
          value: unknown
          unit: unknown
          uncertainty: unknown
          remark: unknown
        })[]
        operatorName: string
        startedAt: string
        endedAt: string | null
        remark: string
        controlReason: string
        round: number
        replaced: boolean
      })[]
      files: ({
        id: number
        name: string
        sampleNo: string
        sampleName: string
        size: number
        sha256: string
        mime: string
        version: number
        note: string
        preview: "series" | "image" | "pdf" | "none"
        replaced: boolean
        round: number
        foreignReason: string
        sameAs: string
        createdAt: string
      })[]
      reports: ({
        code: string
        edition: number
        stage: "valid" | "replaced" | "withdrawn"
        state: "valid" | "replaced" | "withdrawn" | "retesting" | "correcting" | "disputed"
        stageName: string
        withdrawnReason: string
        publishedAt: string
        pdfFileId: number | null
        changeNote: string
      })[]
      withoutData: ({
        sampleNo: string
        reason: string
      })[]
    }
  }
  /** 按检测记录写成的方法段落、致谢与结果表（中文、英文、LaTeX）。可用开放接口密钥调用，权限范围：reports.read（读取与下载数据和报告） */
  'report/paper': {
    input: {
      orderNo: string
    }
    output: {
      zh: {
        methods: string
        acknowledgement: string
        missing: (string)[]
      }
      en: {
        methods: string
        acknowledgement: string
        missing: (string)[]
      }
      tables: ({
        title: string
        html: string
        text: string
        csv: string
        latex: string
      })[]
    }
  }
  /** 数据文件中的曲线（最多 4000 点）。可用开放接口密钥调用，权限范围：reports.read（读取与下载数据和报告） */
  'report/series': {
    input: {
      fileId: number
    }
    output: {
      series: ({
        label: string
        x: (number)[]
        y: (number)[]
        total?: number
      })[]
      xLabel: string
      yLabel: string
      notes: (string)[]
    }
  }
  /** 我的预约。可用开放接口密钥调用，权限范围：orders.read（读取方案、订单与预约） */
  'reservation/list': {
    input: {
      page?: number
      size?: number
    }
    output: {
      list: ({
        id: number
        orderNo: string
        rid: number
        projectName: string
        startsAt: string
        endsAt: string
        stage: "requested" | "booked" | "ongoing" | "finished" | "cancelled" | "missed"
        stageName: string
        remote: boolean
        version: number
        offer: {
          id: number
          startsAt: string
          endsAt: string
          until: string
          extraFen: number
          stage: "offered" | "accepted" | "declined" | "withdrawn" | "lapsed"
          stageName: string
          answer: string
        } | null
      })[]
      total: number
      page: number
      size: number
    }
  }
  /** 我的样品。可用开放接口密钥调用，权限范围：samples.read（读取样品与取样） */
  'sample/list': {
    input: {
      stage?: "" | "pending" | "collecting" | "in_transit" | "received" | "testing" | "tested" | "to_return" | "returned" | "kept" | "destroyed" | "consumed" | "abnormal" | "refused" | "lost" | "withdrawn" | "parked" | "dropped"
      kw?: string
      orderNo?: string
      page?: number
      size?: number
    }
    output: {
      list: ({
        id: number
        sampleNo: string
        orderNo: string
        lineId: number
        ownNo: string
        name: string
        form: "powder" | "block" | "film" | "liquid" | "fibre" | "data"
        formName: string
        composition: string
        amount: string
        hazards: ("flammable" | "corrosive" | "toxic" | "magnetic" | "air_sensitive" | "radioactive" | "explosive")[]
        hazardNames: (string)[]
        storage: "room" | "dark" | "cold" | "inert"
        storageName: string
        returnWanted: boolean
        remark: string
        warnings: (string)[]
        stage: "pending" | "collecting" | "in_transit" | "received" | "testing" | "tested" | "to_return" | "returned" | "kept" | "destroyed" | "consumed" | "abnormal" | "refused" | "lost" | "withdrawn" | "parked" | "dropped"
        stageName: string
        serviceType: 1 | 2 | 3
        version: number
        courier: string
        waybill: string
        receivedAt: string | null
        weightMg: number | null
        condition: string
        shelf: string
        returnCourier: string
        returnWaybill: string
        returnedAt: string | null
        keepUntil: string | null
        stageReason: string
        hasPhotos: boolean
        followed: boolean
      })[]
      total: number
      page: number
      size: number
      totalIsCapped: boolean
      counts: Record<string, number>
    }
  }
  /** 样品照片。可用开放接口密钥调用，权限范围：samples.read（读取样品与取样） */
  'sample/photos': {
    input: {
      sampleNo: string
    }
    output: {
      photos: ({
        id: number
        name: string
        takenAt: string
        printed: boolean
      })[]
      removable: boolean
    }
  }
  /** 样品包裹的物流轨迹。可用开放接口密钥调用，权限范围：samples.read（读取样品与取样） */
  'sample/route': {
    input: {
      sampleNo: string
    }
    output: {
      parcels: ({
        way: "here" | "back"
        courier: string
        waybill: string
        nodes: ({
          at: string
          place: string
          text: string
          kind: "collected" | "moving" | "delivering" | "signed" | "problem"
          kindName: string
        })[]
      })[]
    }
  }
  /** 填写送样快递单号。可用开放接口密钥调用，权限范围：samples.write（登记寄样运单） */
  'sample/waybill': {
    input: {
      ids: (number)[]
      courier: string
      waybill: string
    }
    output: {
      updated: number
    }
  }
  /** 我的上门取样。可用开放接口密钥调用，权限范围：samples.read（读取样品与取样） */
  'sampling/list': {
    input: {
      orderNo?: string
      page?: number
      size?: number
    }
    output: {
      list: ({
        id: number
        pickupNo: string
        orderNo: string
        stage: "requested" | "assigned" | "collecting" | "collected" | "arrived" | "failed" | "cancelled"
        stageName: string
        version: number
        date: string
        time: 1 | 2 | 3 | 4
        timeText: string
        message: string
        name: string
        phone: string
        province: string
        city: string
        area: string
        address: string
        address_code: string
        sampleCount: number
        collectedCount: number | null
        who: string
        reason: string
        createdAt: string
        collectedAt: string | null
        arrivedAt: string | null
        mayCancel: boolean
      })[]
      total: number
      page: number
      size: number
    }
  }
  /** 我的结算单。可用开放接口密钥调用，权限范围：billing.read（读取结算、对账单与开票记录） */
  'settlement/list': {
    input: {
      stage?: "proposed" | "unpaid" | "confirming" | "paid" | "cancelled" | ""
      page?: number
      size?: number
    }
    output: {
      list: ({
        settlementNo: string
        payerName: string
        side: "own" | "customer" | "payer"
        other: string
        shareResults: boolean
        answerBy: string | null
        stage: "proposed" | "unpaid" | "confirming" | "paid" | "cancelled"
        stageLabel: string
        totalFen: number
        discountFen: number
        couponName: string
        createdAt: string
        dueAt: string
        overdue: boolean
        paidAt: string | null
        rows: ({
          id: number
          orderNo: string
          title: string
          fundingNo: string
          supplement: boolean
          amountFen: number
          discountFen: number
          withCoupon: boolean
          agreedFen: number
          reason: string
          deliveredAt: string | null
          dueAt: string
          overdue: boolean
          disputed: boolean
        })[]
      })[]
      total: number
      page: number
      size: number
    }
  }
  /** 我的未结算费用。可用开放接口密钥调用，权限范围：billing.read（读取结算、对账单与开票记录） */
  'settlement/rows': {
    input: Record<string, never>
    output: {
      list: ({
        id: number
        orderNo: string
        title: string
        fundingNo: string
        supplement: boolean
        amountFen: number
        discountFen: number
        withCoupon: boolean
        agreedFen: number
        reason: string
        deliveredAt: string | null
        dueAt: string
        overdue: boolean
        disputed: boolean
      })[]
      totalFen: number
    }
  }
  /** 可以查看对账单的月份与年度。可用开放接口密钥调用，权限范围：billing.read（读取结算、对账单与开票记录） */
  'statement/periods': {
    input: Record<string, never>
    output: {
      months: (string)[]
      years: (string)[]
    }
  }
  /** 我的对账单（月或年度）。可用开放接口密钥调用，权限范围：billing.read（读取结算、对账单与开票记录） */
  'statement/show': {
    input: {
      period: string
    }
    output: {
      period: string
      label: string
      firstDay: string
      lastDay: string
      madeAt: string
      running: boolean
      customerName: string
      company: string
      accounts: ({
        label: string
        openingFen: number
        inFen: number
        outFen: number
        closingFen: number
      })[]
      openingFen: number
      closingFen: number
      movements: ({
        at: string
        what: string
        memo: string
        amountFen: number
        balanceFen: number
      })[]
      months: ({
        month: string
        inFen: number
        outFen: number
        closingFen: number
        deliveredFen: number
      })[]
      ways: ({
        label: string
        inFen: number
        outFen: number
      })[]
      orders: ({
        orderNo: string
        title: string
        fundingNo: string
        deliveredAt: string
        grossFen: number | null
        discountFen: number
        netFen: number | null
      })[]
      settlements: ({
        settlementNo: string
        side: "own" | "customer" | "payer"
        other: string
        fundingNo: string
        totalFen: number
        stageLabel: string
        createdAt: string
        paidAt: string | null
      })[]
      invoices: ({
        invoiceNo: string
        issuedOn: string
        title: string
        amountFen: number
        reddenedFen: number
      })[]
      sums: {
        grossFen: number
        discountFen: number
        netFen: number
        paidFen: number
        refundedFen: number
        invoicedFen: number
      }
      owed: {
        unsettledFen: number
        unpaidFen: number
        overdueFen: number
      }
    }
  }
  /** 加入实验方案。可用开放接口密钥调用，权限范围：orders.write（编辑方案、提交与取消订单） */
  'tempDevice/add': {
    input: {
      rid: number
      formVersion?: number
      parameters: Record<string, unknown>
      sampleCount: number
      urgent?: boolean
    }
    output: {
      id: number
      planCount: number
    }
  }
  /** 从实验方案中删除。可用开放接口密钥调用，权限范围：orders.write（编辑方案、提交与取消订单） */
  'tempDevice/del': {
    input: {
      ids: (number)[]
    }
    output: {
      planCount: number
    }
  }
  /** 修改实验方案中的项目。可用开放接口密钥调用，权限范围：orders.write（编辑方案、提交与取消订单） */
  'tempDevice/edit': {
    input: {
      id: number
      formVersion?: number
      parameters: Record<string, unknown>
      sampleCount: number
      urgent?: boolean
    }
    output: {
      id: number
    }
  }
  /** 我的实验方案。可用开放接口密钥调用，权限范围：orders.read（读取方案、订单与预约） */
  'tempDevice/list': {
    input: {
      groupNo?: string
    }
    output: {
      dataArr: ({
        type_id: number
        type_name: string
        items: ({
          id: number
          rid: number
          name: string
          img: string
          type_id: number
          serviceType: 1 | 2 | 3
          count: number
          urgent: boolean
          formVersion: number
          parameters: Record<string, string | number | boolean | (string)[] | ({
            id: string
            name: string
          })[] | (Record<string, string | number>)[] | {
            date: string
            from: string
            minutes: number
          }>
          described: ({
            key: string
            label: string
            text: string
          })[]
          priceLines: ({
            label: string
            quantity: number
            unit: string
            unitFen: number
            amountFen: number
          })[]
          amountFen: number | null
          formerFen?: number | null
          validity: "valid" | "priceChanged" | "formChanged" | "offSale" | "offerExpired"
          requirements: ({
            form: "powder" | "block" | "film" | "liquid" | "fibre"
            accepted: boolean
            least?: string
            size?: string
            refused?: string
            note?: string
          })[]
          suitability: ({
            forms?: ("powder" | "block" | "film" | "liquid" | "fibre")[]
            hazards?: ("flammable" | "corrosive" | "toxic" | "magnetic" | "air_sensitive" | "radioactive" | "explosive")[]
            contains?: (string)[]
            only?: (string)[]
            words?: (string)[]
            effect: "refuse" | "warn"
            why: string
            instead?: string
          })[]
          consumed: boolean
          days: string
          agreed: boolean
          sameAs: string
          updatedAt: string
        })[]
      })[]
      planCount: number
      alternatives: ({
        slug: string
        rid: number
        name: string
      })[]
    }
  }
  /** 按填写的参数计算价格。可用开放接口密钥调用，权限范围：orders.write（编辑方案、提交与取消订单） */
  'tempDevice/quote': {
    input: {
      rid: number
      formVersion?: number
      parameters: Record<string, unknown>
      sampleCount: number
      urgent?: boolean
    }
    output: {
      kind: "priced" | "quote"
      lines: ({
        label: string
        quantity: number
        unit: string
        unitFen: number
        amountFen: number
      })[]
      totalFen: number | null
    }
  }
}

/** Calls that create something: they are sent with an idempotency key. */
export const idempotentCalls: readonly (keyof Calls)[] = ['dataPackage/start', 'order/add', 'order/cancel', 'sample/waybill', 'tempDevice/add']
